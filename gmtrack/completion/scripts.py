"""The few lines that make a shell ask gmtrack. The shell is given no rules: it passes the line up
to the cursor and shows what comes back."""

BASH = r"""
_gmtrack() {
    local line=${COMP_LINE:0:COMP_POINT} word help typed
    typed=${line##* }
    COMPREPLY=()
    while IFS=$'\t' read -r word help; do
        if [[ $word == :files ]]; then
            compopt -o filenames
            COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
            return
        fi
        # readline replaces only what stands behind the last "=".
        [[ $typed == *=* ]] && word=${word#"${typed%=*}="}
        COMPREPLY+=("$word")
    done < <(gmtrack --complete "$line" 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F _gmtrack gmtrack
"""

ZSH = r"""
#compdef gmtrack
_gmtrack() {
    local word help
    local -a found values
    while IFS=$'\t' read -r word help; do
        if [[ $word == :files ]]; then
            _files
            return
        fi
        if [[ $word == *= ]]; then
            values+=("${word//:/\\:}:$help")
        else
            found+=("${word//:/\\:}:$help")
        fi
    done < <(gmtrack --complete "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    _describe -V gmtrack found -- values -S ''
}
compdef _gmtrack gmtrack
"""

FISH = r"""
function __gmtrack
    set -l found (gmtrack --complete (commandline -cp) 2>/dev/null)
    if test "$found[1]" = ":files"\t
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c gmtrack -f -k -a '(__gmtrack)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}

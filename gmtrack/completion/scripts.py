"""The scripts that make a shell ask gmtrack for completions.

A shell knows no rules. It passes the line up to the cursor and shows the words that come back. bash
puts a word into the line as it is: so it says what it is going to replace, and gets quoted words.
zsh and fish quote by themselves. PowerShell replaces the whole word, and completes file names if it
gets nothing at all."""

BASH = r"""
_gmtrack() {
    local line=${COMP_LINE:0:COMP_POINT} word help
    COMPREPLY=()
    while IFS=$'\t' read -r word help; do
        if [[ $word == :files ]]; then
            compopt -o default
            return
        fi
        COMPREPLY+=("$word")
    done < <(gmtrack --complete bash "$line" "$2" 2>/dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -o nosort -F _gmtrack gmtrack
"""

ZSH = r"""
#compdef gmtrack
_gmtrack() {
    local word help line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX"
    local -a found values
    while IFS=$'\t' read -r word help; do
        if [[ $word == :files ]]; then
            _files
            return
        fi
        word=${${word//\\/\\\\}//:/\\:}
        if [[ $word == *= ]]; then
            values+=("$word:$help")
        else
            found+=("$word:$help")
        fi
    done < <(gmtrack --complete zsh "$line" 2>/dev/null)
    _describe -V gmtrack found -- values -S ''
}
compdef _gmtrack gmtrack
"""

FISH = r"""
function __gmtrack
    set -l found (gmtrack --complete fish (commandline -cp | string collect) 2>/dev/null)
    if test "$found[1]" = ":files"\t
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end
complete -c gmtrack -f -k -a '(__gmtrack)'
"""

POWERSHELL = r"""
# In the file that $PROFILE names:
# gmtrack completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName gmtrack, gmtrack.exe -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $length = [Math]::Max(0, $cursorPosition - $commandAst.Extent.StartOffset)
    $encoding = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)
        $env:GMTRACK_LINE = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
        $found = @(& $commandAst.GetCommandName() --complete powershell 2>$null)
    } finally {
        $env:GMTRACK_LINE = $null
        [Console]::OutputEncoding = $encoding
    }
    if ($found.Count -eq 0) { return '' }
    if ($found[0].StartsWith(':files')) { return }
    foreach ($line in $found) {
        $word, $help = $line.Split("`t", 2)
        if (-not $help) { $help = $word }
        [Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $help)
    }
}
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH, "powershell": POWERSHELL}
"""The script of each shell, by its name."""

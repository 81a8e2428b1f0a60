/**
 * The names of record variables in a PL/pgSQL function that may be read before they are assigned. Such a read fails only in a database
 * session that never ran the assigning branch, because PL/pgSQL remembers the last row type; tests that share connections miss it.
 */
export function unassignedRecords(body: string): string[] {
  const text = body
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const declared = [...text.matchAll(/(?<=declare|;)\s*(\w+)\s+record\s*(?=;)/g)].map(([, name]) => name!)
  return declared.filter((name) => isReadTooEarly(text, name))
}

/** True if the variable is read too early: a read is safe only after an assignment in the same or an enclosing branch. */
function isReadTooEarly(text: string, name: string): boolean {
  const words = new RegExp(
    `\\bend\\s+(?:if|loop|case)\\b|\\b(?:elsif|else|exception|begin|end|if|loop|case)\\b|\\binto\\s+(?:strict\\s+)?${name}\\b|\\bfor\\s+${name}\\s+in\\b|\\b${name}\\s*:=|(?<![.\\w])\\(?${name}\\)?\\.`,
    'g',
  )
  const assigned: number[][] = []
  const blocks: { kind: string; branch: number }[] = []
  let branches = 0
  for (const [word] of text.matchAll(words)) {
    const here = blocks.map(({ branch }) => branch)
    if (/^end\b/.test(word)) blocks.pop()
    else if (word === 'if' || word === 'loop' || word === 'case')
      blocks.push({ kind: word, branch: ++branches })
    // An assignment in a block stays after it; only the exception handler can't rely on it.
    else if (word === 'begin') blocks.push({ kind: word, branch: 0 })
    else if (word === 'elsif' || word === 'else' || word === 'exception') blocks.at(-1)!.branch = ++branches
    else if (/^(?:into|for)\b|:=$/.test(word)) assigned.push(here.filter((branch) => branch > 0))
    else if (!assigned.some((path) => path.every((branch) => here.includes(branch)))) return true
  }
  return false
}

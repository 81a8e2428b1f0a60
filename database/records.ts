/**
 * Record variables of a PL/pgSQL function that are read where they may not be assigned yet, by name. Such a read fails only in a
 * database session that never ran the assigning branch before, because PL/pgSQL keeps the shape of the row that it saw last: a test
 * that shares connections does not see it.
 */
export function unassignedRecords(body: string): string[] {
  const text = body
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const declared = [...text.matchAll(/(?<=declare|;)\s*(\w+)\s+record\s*(?=;)/g)].map(([, name]) => name!)
  return declared.filter((name) => isReadTooEarly(text, name))
}

/** Walks the blocks of a function: a read is safe after an assignment in the same branch or in one around it. */
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
    // What a block assigns stays assigned behind it; only its handler cannot count on it.
    else if (word === 'begin') blocks.push({ kind: word, branch: 0 })
    else if (word === 'elsif' || word === 'else' || word === 'exception') blocks.at(-1)!.branch = ++branches
    else if (/^(?:into|for)\b|:=$/.test(word)) assigned.push(here.filter((branch) => branch > 0))
    else if (!assigned.some((path) => path.every((branch) => here.includes(branch)))) return true
  }
  return false
}

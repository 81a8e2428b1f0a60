const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** What may be inside text: phrasing content and what belongs to pictures (HTML, 3.2.5.2.5). */
const PHRASING = new Set(
  'a abbr area audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd label link map mark meta meter noscript object output picture progress q ruby s samp script select option optgroup slot small source span strong sub sup svg template textarea time u var video wbr'.split(
    ' ',
  ),
)
const ONLY_TEXT = new Set(
  'button h1 h2 h3 h4 h5 h6 label legend p pre span strong em b i small code'.split(' '),
)
const INTERACTIVE = new Set(['a', 'button', 'input', 'select', 'textarea', 'label', 'iframe'])
const CHILDREN: Record<string, readonly string[]> = {
  ul: ['li', 'script', 'template'],
  ol: ['li', 'script', 'template'],
  dl: ['dt', 'dd', 'div'],
  table: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'],
  tr: ['th', 'td'],
}

/**
 * The elements of a piece of HTML in positions that HTML does not allow, each as "parent > child": blocks in text, something to press
 * inside something to press, style outside of the head, lists and tables with other children. The piece is well-formed, as a renderer
 * writes it.
 */
export function misplacedElements(html: string): string[] {
  const found = new Set<string>()
  const open: string[] = []
  for (const [, end, name = '', isClosed] of html.matchAll(
    /<(\/?)([a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/g,
  )) {
    const tag = name.toLowerCase()
    if (end) {
      open.length = Math.max(open.lastIndexOf(tag), 0)
      continue
    }
    // The content of SVG has its own rules.
    if (!open.includes('svg')) {
      const [parent = ''] = open.slice(-1)
      const say = (outer: string): void => void found.add(`${outer} > ${tag}`)
      if (ONLY_TEXT.has(parent) && !PHRASING.has(tag)) say(parent)
      if (tag === 'style' && parent !== 'head') say(parent)
      if (CHILDREN[parent] && !CHILDREN[parent].includes(tag)) say(parent)
      const pressable = open.findLast((outer) => outer === 'a' || outer === 'button')
      if (pressable && INTERACTIVE.has(tag)) say(pressable)
      if (tag === 'p' && open.includes('p')) say('p')
      if (tag === 'form' && open.includes('form')) say('form')
    }
    if (!VOID.has(tag) && !isClosed) open.push(tag)
  }
  return [...found]
}

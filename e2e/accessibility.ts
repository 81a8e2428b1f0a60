import type * as Axe from 'axe-core'
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import axeSource from 'axe-core/axe.min.js?raw'
import type { Frame, Page } from 'playwright-core'
import { AXE_ADDRESS } from './axe-address.ts'

/** Parts of pages in which axe found nothing serious: what is built alike, at the same position in the tree, in a window alike. */
const good = new Set<string>()

/** How far this worker has read what the others found good, too (e2e/setup.ts). */
let readTo = 0

/** Learns which parts were good for another worker meanwhile: each of them would look at all that the other has seen. */
function learnFromOthers(): void {
  const file = openSync(process.env['E2E_GOOD_PARTS']!, 'r')
  const news = Buffer.alloc(fstatSync(file).size - readTo)
  readSync(file, news, { position: readTo })
  closeSync(file)
  // The last line may be half written.
  const lines = news.subarray(0, news.lastIndexOf('\n') + 1)
  readTo += lines.length
  for (const kind of lines.toString().split('\n')) good.add(kind)
}

function remember(kinds: readonly string[]): void {
  const news = new Set(kinds).difference(good)
  for (const kind of news) good.add(kind)
  if (news.size > 0) appendFileSync(process.env['E2E_GOOD_PARTS']!, `${[...news].join('\n')}\n`)
}

/**
 * What axe finds serious in a page, as `rule: elements`. It looks at each kind of part once: the frame of the product is the same on
 * every page, and a list has many rows of one kind (docs/decisions/176).
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  const parts = await page.evaluate(describeParts)
  const skipped: number[] = []
  learnFromOthers()
  for (let at = 0; at < parts.length;) {
    const { kind, end } = parts[at]!
    // A part of two elements is not worth leaving out.
    const isKnown = end - at > 2 && good.has(kind)
    if (isKnown) skipped.push(at)
    at = isKnown ? end : at + 1
  }
  const serious = await page.evaluate(runAxe, skipped)
  if (serious.length === 0) remember(parts.map(({ kind }) => kind))
  return serious
}

type Part = { kind: string; end: number }
type Shared = typeof globalThis & { axe: typeof Axe & AxeRules; parts: Element[] }
/** What axe keeps of each of its rules. */
type AxeRules = { _audit: { rules: { id: string; impact?: string }[] } }

/**
 * In the page: each element of the body in the order of the document, with its kind and where those below it end. Of one kind are
 * elements between which no rule of axe can tell: the same tags and attributes in and above them, the words aside, in a window of the
 * same width, colors and medium. Rows alike count once.
 */
function describeParts(): Part[] {
  const WORDS = /^(?:aria-label|title|alt|placeholder|content|aria-valuetext|aria-roledescription)$/
  const NAMES =
    /^(?:id|for|href|src|srcset|action|value|name|datetime|d|x|y|x1|x2|y1|y2|r|cx|cy|width|height|points|transform|viewBox|aria-valuenow|aria-posinset|aria-setsize|aria-rowindex|aria-rowcount)$/
  const REFERENCES = /^aria-(?:labelledby|describedby|controls|owns|activedescendant|details|errormessage)$/
  const digest = (text: string): string => {
    // cyrb53: 53 bits are enough for some ten thousand kinds.
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
  }
  const attributeOf = ({ name, value }: Attr): string => {
    // A body that does not scroll while a dialog is open is the same body.
    if (name === 'data-scroll-locked') return ''
    // Where a part stands, and how large it is, makes it no other.
    if (name === 'style')
      return value.replace(
        /(^|[\s;])(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|top|right|bottom|left|inset[a-z-]*|transform|translate):[^;]*/g,
        '',
      )
    if (WORDS.test(name)) return `${name}=${value.trim() !== ''}`
    if (REFERENCES.test(name))
      return `${name}=${value.split(/\s+/).some((id) => document.getElementById(id) !== null)}`
    if (NAMES.test(name) || (name.startsWith('data-') && !/^[a-z-]{0,20}$/.test(value))) return name
    return `${name}=${value}`
  }
  const headOf = (element: Element): string => {
    const { checked, indeterminate, disabled } = element as HTMLInputElement
    return [
      element.tagName,
      ...[...element.attributes].map(attributeOf).toSorted(),
      checked,
      indeterminate,
      disabled,
    ].join(' ')
  }
  /** Whether something is wider or higher than its box decides whether it must take the focus to be scrolled; what is below it does not care. */
  const isLarger = (element: Element): boolean =>
    element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
  const parts: Part[] = []
  const elements: Element[] = []
  const visit = (element: Element, above: string): string => {
    const head = headOf(element)
    const path = digest(`${above}/${head}`)
    const at = elements.push(element) - 1
    const part = { kind: '', end: 0 }
    parts.push(part)
    let inside = ''
    let before = ''
    for (const child of element.childNodes) {
      let one = ''
      if (child instanceof Element) one = visit(child, path)
      else if (child.nodeType === Node.TEXT_NODE)
        // Axe does not judge a single letter, which may be a symbol.
        one = `t${Math.min(2, child.textContent!.trim().length)}`
      // Rows of one kind may be many or few.
      if (one !== before) inside += ` ${one}`
      before = one
    }
    // What is in a frame is not seen from here: it is always looked at.
    const frame = element.tagName === 'IFRAME' || element.shadowRoot ? `frame ${Math.random()}` : ''
    const built = digest(`${head} ${isLarger(element)}>${inside}${frame}`)
    part.kind = `${path} ${built}`
    part.end = elements.length
    return at === 0 ? '' : built
  }
  const { documentElement: root } = document
  const media = ['print', '(prefers-color-scheme: dark)'].map((query) => matchMedia(query).matches)
  visit(document.body, `${headOf(root)} ${innerWidth} ${media.join(' ')}`)
  ;(globalThis as Shared).parts = elements
  return parts
}

/** In the page: runs those rules that can find something serious; what is found is told by the words of the document. */
async function runAxe(skipped: number[]): Promise<string[]> {
  const { axe, parts } = globalThis as Shared
  const isSerious = (impact: string | null | undefined) => impact === 'serious' || impact === 'critical'
  // A rule's impact is that of all it finds: those that find nothing serious need not look.
  const rules = Object.fromEntries(
    axe['_audit'].rules.filter(({ impact }) => !isSerious(impact)).map(({ id }) => [id, { enabled: false }]),
  )
  const found = await axe.run(
    { include: [document.documentElement], exclude: skipped.map((index) => parts[index]!) },
    { rules, resultTypes: ['violations'], selectors: false, preload: false },
  )
  return found.violations
    .filter(({ impact }) => isSerious(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .slice(0, 3)
          .join(', ')}`,
    )
}

/** Loads axe as the page loads its own code, which costs half; what is not of the product, has no code or no connection is given it. */
async function bringAxe(frame: Frame): Promise<void> {
  const address = `${process.env['E2E_URL']}${AXE_ADDRESS}`
  const isThere = await frame.evaluate(async (from) => {
    if ('axe' in globalThis) return true
    if (document.location.origin !== new URL(from).origin || !navigator.onLine) return false
    const script = Object.assign(document.createElement('script'), { src: from })
    const loaded = new Promise((resolve) => {
      for (const end of ['load', 'error']) script.addEventListener(end, resolve)
    })
    document.head.append(script)
    await loaded
    return 'axe' in globalThis
  }, address)
  if (!isThere) await frame.evaluate(axeSource)
}

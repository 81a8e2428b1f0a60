import type * as Axe from 'axe-core'
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'
import axeSource from 'axe-core/axe.min.js?raw'
import type { Frame, Page } from 'playwright-core'
import { AXE_ADDRESS } from './axe-address.ts'

/**
 * Kinds of page parts in which axe found nothing serious: parts with the same structure, in the same position in the tree and in the same
 * kind of window.
 */
const good = new Set<string>()

/** How far this worker has read the results of the other workers (e2e/setup.ts). */
let readTo = 0

/** Learns which parts another worker has found good meanwhile; otherwise each would check everything that the others have checked. */
function learnFromOthers(): void {
  const file = openSync(process.env['E2E_GOOD_PARTS']!, 'r')
  const news = Buffer.alloc(fstatSync(file).size - readTo)
  readSync(file, news, { position: readTo })
  closeSync(file)
  // The last line may be incomplete.
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
 * What axe finds serious in a page, as `rule: elements`. Checks each kind of part once, because the frame is the same on every page, and a
 * list has many rows of one kind (docs/decisions/176).
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  for (const frame of page.frames()) await bringAxe(frame)
  const parts = await page.evaluate(describeParts)
  const skipped: number[] = []
  learnFromOthers()
  for (let at = 0; at < parts.length;) {
    const { kind, end } = parts[at]!
    // Skipping a part of only two elements is not worthwhile.
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
/** What axe stores for each of its rules. */
type AxeRules = { _audit: { rules: { id: string; impact?: string }[] } }

/**
 * Runs in the page: each element of the body in document order, with its kind and the index after its last descendant. Elements have the
 * same kind if no rule of axe can tell them apart: the same tags and attributes in and above them, apart from texts, in a window of the
 * same width, colors and medium. Equal rows count once.
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
    // A body that is locked while a dialog is open counts as the same body.
    if (name === 'data-scroll-locked') return ''
    // Position and size don't make a different part.
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
  /** An element that is larger than its box must take the focus to be scrolled; this does not affect its descendants. */
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
        // Axe ignores a single letter, which may be a symbol.
        one = `t${Math.min(2, child.textContent!.trim().length)}`
      // The number of rows of one kind does not matter.
      if (one !== before) inside += ` ${one}`
      before = one
    }
    // The content of a frame is not visible from here, so it is always checked.
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

/** Runs in the page: the rules that can find something serious; reports what they find in terms of the document. */
async function runAxe(skipped: number[]): Promise<string[]> {
  const { axe, parts } = globalThis as Shared
  const isSerious = (impact: string | null | undefined) => impact === 'serious' || impact === 'critical'
  // A rule has one impact for everything it finds; rules that find nothing serious are off.
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

/**
 * Loads axe like the page's own code, which halves the cost; injects it into pages that are not of the product, run no code or are offline.
 */
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

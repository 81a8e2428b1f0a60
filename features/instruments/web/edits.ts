import { refusalMessage } from '#core/refusal.ts'
import type { InstrumentContent, Item } from '../contract.ts'
import { instrumentRefusals } from '../messages.ts'
import { contentBlocker, itemsOf } from '../rules.ts'

/** Edits of a form: each returns the whole content, and removes codes from rules when their point or item is removed. */
type Content = InstrumentContent

const replaced = <Value>(list: readonly Value[], at: number, value: Value): Value[] =>
  list.map((one, index) => (index === at ? value : one))
const without = <Value>(list: readonly Value[], at: number): Value[] =>
  list.filter((_, index) => index !== at)
const toggled = (list: readonly string[], code: string): string[] =>
  list.includes(code) ? list.filter((one) => one !== code) : [...list, code]

/** Renames a point's code in every rule that names it; null removes it. */
function renamedPoint({ scale, sections, ...rest }: Content, from: string, to: string | null): Content {
  const renamed = (list: readonly string[]) => list.flatMap((code) => (code === from ? (to ?? []) : code))
  return {
    ...rest,
    scale: {
      ...scale,
      midterm_allowed: renamed(scale.midterm_allowed),
      final_allowed: renamed(scale.final_allowed),
      exemplar_at: renamed(scale.exemplar_at),
    },
    sections: sections.map((section) => ({
      ...section,
      items: section.items.map((item) => ({
        ...item,
        comment_required_if: renamed(item.comment_required_if),
      })),
    })),
  }
}

type Point = Content['scale']['points'][number]

/** Changes a point; a new code replaces the old one everywhere. */
export function changePoint(content: Content, at: number, change: Partial<Point>): Content {
  const before = content.scale.points[at]!
  const isShared = content.scale.points.some(({ code }, other) => other !== at && code === before.code)
  const named =
    change.code !== undefined && change.code !== before.code && !isShared
      ? renamedPoint(content, before.code, change.code)
      : content
  return {
    ...named,
    scale: { ...named.scale, points: replaced(named.scale.points, at, { ...before, ...change }) },
  }
}

/** Adds a point above the highest, allowed at any time. */
export function addPoint(content: Content): Content {
  const { scale } = content
  const taken = scale.points.map(({ code }) => code)
  const code = Array.from({ length: taken.length + 1 }, (_, n) => `P${n + 1}`).find(
    (one) => !taken.includes(one),
  )!
  const value = Math.min(100, Math.max(-1, ...scale.points.map((point) => point.value)) + 1)
  return {
    ...content,
    scale: {
      ...scale,
      points: [...scale.points, { code, label: '', value, help: null }],
      midterm_allowed: [...scale.midterm_allowed, code],
      final_allowed: [...scale.final_allowed, code],
    },
  }
}

/** Removes a point, also from every rule that names it. */
export function removePoint(content: Content, at: number): Content {
  const named = renamedPoint(content, content.scale.points[at]!.code, null)
  return { ...named, scale: { ...named.scale, points: without(named.scale.points, at) } }
}

/** Toggles whether this point is allowed at that time, or needs an example. */
export function togglePoint(
  content: Content,
  rule: 'midterm_allowed' | 'final_allowed' | 'exemplar_at',
  code: string,
): Content {
  return { ...content, scale: { ...content.scale, [rule]: toggled(content.scale[rule], code) } }
}

type Section = Content['sections'][number]

export const changeSection = (content: Content, at: number, change: Partial<Section>): Content => ({
  ...content,
  sections: replaced(content.sections, at, { ...content.sections[at]!, ...change }),
})

/** Adds a section with its first item. */
export function addSection(content: Content, itemCode: string): Content {
  const section: Section = { title: '', framework: 'custom', items: [] }
  return addItem({ ...content, sections: [...content.sections, section] }, content.sections.length, itemCode)
}

export const removeSection = (content: Content, at: number): Content =>
  withoutGoneItems({ ...content, sections: without(content.sections, at) })

/** Adds an item at the end of a section. */
export const addItem = (content: Content, section: number, code: string): Content =>
  changeSection(content, section, {
    items: [
      ...content.sections[section]!.items,
      { code, text: '', critical: false, comment_required_if: [] },
    ],
  })

type At = { section: number; item: number }

export const changeItem = (content: Content, { section, item }: At, change: Partial<Item>): Content =>
  changeSection(content, section, {
    items: replaced(content.sections[section]!.items, item, {
      ...content.sections[section]!.items[item]!,
      ...change,
    }),
  })

/** Toggles whether this answer needs a comment at this item. */
export function toggleComment(content: Content, at: At, point: string): Content {
  const { comment_required_if: points } = content.sections[at.section]!.items[at.item]!
  return changeItem(content, at, { comment_required_if: toggled(points, point) })
}

/** Toggles whether this item may be not applicable. */
export const toggleNotApplicable = (content: Content, code: string): Content => ({
  ...content,
  scale: { ...content.scale, na_forbidden_items: toggled(content.scale.na_forbidden_items, code) },
})

export const removeItem = (content: Content, { section, item }: At): Content =>
  withoutGoneItems(
    changeSection(content, section, { items: without(content.sections[section]!.items, item) }),
  )

function withoutGoneItems(content: Content): Content {
  const codes = itemsOf(content).map(({ code }) => code)
  const { scale } = content
  return {
    ...content,
    scale: { ...scale, na_forbidden_items: scale.na_forbidden_items.filter((code) => codes.includes(code)) },
  }
}

/** Moves an entry one position up in a list; the first stays. */
const raised = <Value>(list: readonly Value[], at: number): Value[] =>
  at === 0 ? [...list] : [...list.slice(0, at - 1), list[at]!, list[at - 1]!, ...list.slice(at + 1)]

export const raiseSection = (content: Content, at: number): Content => ({
  ...content,
  sections: raised(content.sections, at),
})

/** Moves an item up; the first of a section becomes the last of the previous one. */
export function raiseItem(content: Content, { section, item }: At): Content {
  const { items } = content.sections[section]!
  if (item > 0) return changeSection(content, section, { items: raised(items, item) })
  if (section === 0) return content
  const moved = changeSection(content, section, { items: items.slice(1) })
  return changeSection(moved, section - 1, { items: [...content.sections[section - 1]!.items, items[0]!] })
}

/** What is missing before a form can be saved; null when it is complete. */
export function unfinishedOf(name: string, content: Content): string | null {
  const { scale, sections, timings } = content
  if (!name.trim()) return 'Enter a name.'
  if (timings.length === 0) return 'Choose when the form is used.'
  if (scale.points.some(({ code }) => !/^[A-Za-z0-9_.-]{1,12}$/.test(code)))
    return 'Give each point a code of up to 12 letters or digits.'
  const unsaid = scale.points.find(({ label }) => !label.trim())
  if (unsaid) return `Say what ${unsaid.code} means.`
  if (sections.length === 0) return 'Add a section.'
  const untitled = sections.findIndex(({ title }) => !title.trim())
  if (untitled >= 0) return `Give section ${untitled + 1} a title.`
  const empty = sections.find(({ items }) => items.length === 0)
  if (empty) return `Add an item to ${empty.title}.`
  const blank = sections.find(({ items }) => items.some(({ text }) => !text.trim()))
  if (blank) return `Write what each item of ${blank.title} asks.`
  const blocker = contentBlocker(content)
  return blocker && refusalMessage(instrumentRefusals, blocker)
}

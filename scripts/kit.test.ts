/**
 * Lists and actions come from one kit (docs/architecture.md, "A list page"). The number of handmade parts only decreases: a screen that
 * moves to the kit lowers a number here.
 */
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const HOME = resolve(import.meta.dirname, '..')

/** The highest number of each handmade part; only ever lowered. */
const LIMITS = {
  /** Reads of search or path parameters that bypass the router's types; only the kit has them. */
  untyped: 0,
  /** Lists with their own filters; the remaining one is the search of the public questions, which is not a list. */
  filterBars: 1,
  /** Files with handmade row menus: use `menuOf` or `menu` for the end of a row. */
  rowMenus: 0,
  /** Dialogs outside the kit: an action has its own, and `question` asks during a form or a drag. */
  questions: 0,
  /**
   * Lists with their own export. The remaining two are not lists: a student's shifts have five parts with a list in each, an instructor's
   * schedule is weeks or a calendar, and each has one file for all of it in its heading.
   */
  exports: 2,
  /** Imports with their own steps from file to report. */
  imports: 0,
  /** Forms with their own buttons: one-line forms, such as for a time or a code, with a single button after the field. */
  footers: 4,
  /**
   * Fields that choose a school, facility, person, cohort or shift without `EntitySelect` (any that the user may see, found by the server)
   * or `PickOne` and `PickSeveral` (from a complete list of options): both are searched by name, however many options there are.
   */
  pickers: 0,
  /** Dialogs that are mounted open without `OpenModal` and `OpenDrawer`: the focus would not return to the element that opened them. */
  openDialogs: 0,
}

/** The button tags in each footer of a form. */
const footersOf = (text: string): string[][] =>
  [...text.matchAll(/<FormFooter\b.*?<\/FormFooter>/gs)].map(([footer]) =>
    footer.split(/<(?:Plain)?Button\b/).slice(1),
  )

/** True if a footer's buttons are in order: the submit button comes last, after secondary ones. */
function isInOrder(buttons: string[]): boolean {
  const isSecondary = buttons.map((tag) => /\bvariant="(default|subtle)"/.test(tag))
  const sends = isSecondary.indexOf(false)
  return sends >= 0 && !isSecondary.slice(sends).includes(true)
}

/** Labels of fields that choose one of these entities. */
const ENTITY =
  /^(?!What )(?:.*\b)?(?:schools?|facilit(?:y|ies)|organizations?|sites?|units?|cohorts?|person|people|students?|classmates?|instructors?|proctors?|advisors?|preceptors?|faculty|successor|works at|offered to|who (?:covers|is away|teaches)\b.*|for whom|shifts?)\b/i

/** The labels of the fields with options in a text. */
const fieldLabels = (text: string): string[] =>
  [
    ...text.matchAll(
      /<(?:Native|Multi)?Select\b((?:(?!\/>)[\s\S]){0,400}?)\blabel=(?:"([^"]*)"|\{`([^`]*)`\})/g,
    ),
  ].map(([, , plain, built]) => plain ?? built ?? '')

/** How often each part is handmade in one file of a feature. */
export function handmade(text: string): Record<keyof typeof LIMITS, number> {
  const has = (pattern: RegExp) => (pattern.test(text) ? 1 : 0)
  return {
    untyped: text.match(/strict: false/g)?.length ?? 0,
    filterBars: has(/from '#ui\/FilterBar\.tsx'|<search\b/),
    rowMenus: has(/from '#ui\/RowActions\.tsx'|\browActions(?:=\{|: )[([]/),
    questions: /from '#ui\/confirm\.tsx'/.test(text) ? (text.match(/\bconfirm\(/g)?.length ?? 0) : 0,
    exports: has(/from '#ui\/Export(?:Button|Menu)\.tsx'/),
    imports: has(/accept="\.csv/) || has(/from '#ui\/ColumnChoices\.tsx'/),
    footers: /type="submit"/.test(text) && !/<FormFooter\b/.test(text) ? 1 : 0,
    pickers: fieldLabels(text).filter((label) => ENTITY.test(label)).length,
    openDialogs: text.match(/<(?:Modal|Drawer)\s+opened(?=[\s>])/g)?.length ?? 0,
  }
}

test('detects handmade parts', () => {
  expect(
    handmade(`import { FilterBar } from '#ui/FilterBar.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { confirm } from '#ui/confirm.tsx'
const search = useSearch({ strict: false }) as Search
<DataTable rowActions={[{ label: 'Edit' }]} />
<FileDrop accept=".csv" />
<Button type="submit">Save</Button>
if (await confirm({ title: 'Sure?' })) await confirm(another)
<NativeSelect label="What students rank" data={kinds} />
<Select
  aria-label={\`Instructors on \${day}\`}
  data={people}
/>
<MultiSelect label="Cohorts" />
<Modal opened onClose={onClose}>`),
  ).toEqual({
    untyped: 1,
    filterBars: 1,
    rowMenus: 1,
    questions: 2,
    exports: 1,
    imports: 1,
    footers: 1,
    pickers: 2,
    openDialogs: 1,
  })
  expect(
    handmade(`const rowActions = useActions([]) // confirm what is shown
<FormFooter><Button type="submit">Save</Button></FormFooter>
<DataTable rowActions={actions.menuOf} />
<EntitySelect kind="school" label="School" />
<PickOne label="Unit" among={units} />
<Modal opened={isOpen} />`),
  ).toEqual({
    untyped: 0,
    filterBars: 0,
    rowMenus: 0,
    questions: 0,
    exports: 0,
    imports: 0,
    footers: 0,
    pickers: 0,
    openDialogs: 0,
  })
})

test('handmade parts only decrease', async () => {
  const found = {
    untyped: 0,
    filterBars: 0,
    rowMenus: 0,
    questions: 0,
    exports: 0,
    imports: 0,
    footers: 0,
    pickers: 0,
    openDialogs: 0,
  }
  for await (const path of glob('{features,routes,app}/**/*.{ts,tsx}', { cwd: HOME })) {
    if (path.includes('.test.')) continue
    const here = handmade(await readFile(resolve(HOME, path), 'utf8'))
    for (const key of Object.keys(found) as (keyof typeof found)[]) found[key] += here[key]
  }
  for await (const path of glob('{ui,platform/web}/**/*.tsx', { cwd: HOME }))
    if (!path.includes('.test.'))
      found.pickers += handmade(await readFile(resolve(HOME, path), 'utf8')).pickers
  for (const key of Object.keys(found) as (keyof typeof found)[])
    expect(
      found[key],
      `${key}: build it with the kit, or lower the limit when there is less`,
    ).toBeLessThanOrEqual(LIMITS[key])
})

const CANCEL = '<Button variant="default" onClick={onClose}>Cancel</Button>'
const SAVE = '<Button type="submit">Save</Button>'

test.each([
  [CANCEL + SAVE, true],
  [SAVE, true],
  [CANCEL + '<PlainButton variant="default" type="submit">Save as draft</PlainButton>' + SAVE, true],
  [SAVE + CANCEL, false],
  [CANCEL, false],
])('detects the order of %s', (buttons, inOrder) => {
  expect(footersOf(`<FormFooter>${buttons}</FormFooter>`).map(isInOrder)).toEqual([inOrder])
})

test('every form ends with the way back, then the submit button', async () => {
  const wrong: string[] = []
  let seen = 0
  for await (const path of glob('{features,ui,platform}/**/*.tsx', { cwd: HOME })) {
    for (const buttons of footersOf(await readFile(resolve(HOME, path), 'utf8'))) {
      seen++
      if (!isInOrder(buttons)) wrong.push(path)
    }
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(30)
})

test('a file has readable column names', async () => {
  const raw: string[] = []
  for await (const file of glob('features/**/*.{ts,tsx}', { cwd: HOME })) {
    if (/\.test\./.test(file)) continue
    const text = await readFile(resolve(HOME, file), 'utf8')
    for (const [, list] of text.matchAll(/(?:toCsv\(\s*|xportColumns = |header = |\bfile: )\[([^\]]*)\]/g))
      for (const [, heading] of list!.matchAll(/'([^']*)'/g))
        if (/^[a-z]|_/.test(heading!)) raw.push(`${file}: ${heading}`)
  }
  expect(raw).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const home = join(import.meta.dirname, '..')
const screens = globSync('features/*/web/*.tsx', { cwd: home }).filter((file) => !file.includes('.test.'))

const HAS_CHOICES = /#ui\/Pick\.tsx|<(?:Native|Multi)?Select\b/
const QUERY = /const (\w+|\{[^}]*\}) = (use\w*(?:Query|Options|Semesters|Partners))\(/g

/** Queries whose answer is no choice: a form can be filled in and sent without it. */
const OTHERS: Record<string, readonly string[]> = {
  'features/credential-types/web/RequirementDrawer.tsx': ['{ data }'], // what saving would change
  'features/imports/web/ImportFile.tsx': ['earlier', 'rows'], // lists of the page
  'features/match-runs/web/AssignDialog.tsx': ['preview'], // what placing would change
  'features/semesters/web/TermFields.tsx': ['others'], // overlaps
  'features/shifts/web/SeriesFields.tsx': ['term'], // `unread` says it
  'features/shifts/web/ShiftActionDialog.tsx': ['options'], // whether the instructor may follow later
  'features/shifts/web/ShiftForm.tsx': ['limits'], // the seats that are left
  'features/site-finder/web/SiteFinderScreen.tsx': ['map', 'choices'], // a map, and filters of a list
}

/** Queries of a file that fill choices, and no part of it says that they failed. */
function silentIn(text: string): string[] {
  if (!HAS_CHOICES.test(text)) return []
  const found = [...text.matchAll(QUERY)].map(([, name]) => name!)
  const isSilent = (name: string) =>
    name.startsWith('{')
      ? !/isError|refetch/.test(name)
      : text.includes(`${name}.data`) &&
        !new RegExp(
          `queries=\\{\\[[^\\]]*\\b${name}\\b|query=\\{${name}\\}|\\b${name}\\.(?:isError|refetch)`,
        ).test(text)
  const chained = [...text.matchAll(/use\w*Options\([^\n]*\)\.data/g)].map(([call]) => call)
  return [...found.filter(isSilent), ...chained]
}

test('a form whose choices could not be loaded says so, with Try again', () => {
  const silent = screens.flatMap((file) => {
    const names = silentIn(readFileSync(join(home, file), 'utf8'))
    return names.filter((name) => !OTHERS[file]?.includes(name)).map((name) => `${file}: ${name}`)
  })
  expect(silent).toEqual([])
})

test('it finds silent queries', () => {
  const pick = `import { PickOne } from '#ui/Pick.tsx'\n`
  expect(silentIn(`${pick}const units = useQuery(x)\nunits.data`)).toEqual(['units'])
  expect(silentIn(`${pick}const { data = [] } = useQuery(x)`)).toEqual(['{ data = [] }'])
  expect(silentIn(`${pick}const options = useShiftOptions(id).data`)).toEqual(['useShiftOptions(id).data'])
  expect(
    silentIn(`${pick}const units = useQuery(x)\nunits.data <ChoicesFailed queries={[units]} />`),
  ).toEqual([])
})

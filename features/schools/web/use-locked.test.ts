import { expect, it } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { versionFieldsOf } from './use-locked.ts'

it('names each field in which two versions differ, and takes theirs only if mine was not changed', () => {
  const base = { name: 'Lakeshore', phone: '1', active: true, rows: [1] }
  const fields = versionFieldsOf<typeof base>(
    { name: 'Name', phone: 'Phone', active: 'Open shifts', rows: 'Requirements' },
    { rows: (rows) => `${rows.length} rows` },
  )
  const mine = { ...base, phone: '2' }
  const theirs = { ...base, phone: '3', active: false, rows: [1, 2] }
  expect(differencesIn(fields, base, mine, base)).toMatchObject([{ key: 'phone', whose: 'mine' }])
  const differences = differencesIn(fields, base, mine, theirs)
  expect(differences).toEqual([
    { key: 'phone', label: 'Phone', mine: '2', theirs: '3', whose: 'mine' },
    { key: 'active', label: 'Open shifts', mine: 'On', theirs: 'Off', whose: 'theirs' },
    { key: 'rows', label: 'Requirements', mine: '1 rows', theirs: '2 rows', whose: 'theirs' },
  ])
  expect(mergedFrom(fields, mine, theirs, differences)).toEqual({ ...theirs, phone: '2' })
})

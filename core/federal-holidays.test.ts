import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { federalHolidays } from './federal-holidays.ts'
import { csvTable } from './csv-reader.ts'

it('follows the rules of the law: the list of 2024 to 2030 that another program computed', async () => {
  const csv = await readFile(new URL('../database/seeds/data/us-federal-holidays.csv', import.meta.url))
  const listed = csvTable(csv)
    .slice(1)
    .map(([date, name]) => ({ date, name }))
  expect(listed).toHaveLength(84)
  expect([2024, 2025, 2026, 2027, 2028, 2029, 2030].flatMap(federalHolidays)).toEqual(listed)
})

it('knows years after the list: 2032 and 2033', () => {
  expect(federalHolidays(2032).filter(({ name }) => name.includes('substitute'))).toEqual([
    { date: '2032-06-18', name: 'Juneteenth (substitute day)' },
    { date: '2032-07-05', name: 'Independence Day (substitute day)' },
    { date: '2032-12-24', name: 'Christmas Day (substitute day)' },
    { date: '2032-12-31', name: "New Year's Day (substitute day)" },
  ])
  expect(federalHolidays(2033).map(({ date }) => date)).toEqual([
    '2033-01-01',
    '2033-01-17',
    '2033-02-21',
    '2033-05-30',
    '2033-06-19',
    '2033-06-20',
    '2033-07-04',
    '2033-09-05',
    '2033-10-10',
    '2033-11-11',
    '2033-11-24',
    '2033-12-25',
    '2033-12-26',
  ])
})

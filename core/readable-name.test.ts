import { expect, it } from 'vitest'
import { readableName } from './readable-name.ts'

it.each([
  ['SOUTHEAST HEALTH MEDICAL CENTER', 'Southeast Health Medical Center'],
  ["ST. VINCENT'S EAST", "St. Vincent's East"],
  ["KING'S DAUGHTERS' MEDICAL CENTER", "King's Daughters' Medical Center"],
  ["OHIOHEALTH O'BLENESS HOSPITAL", "Ohiohealth O'Bleness Hospital"],
  ['MCLEOD REGIONAL MEDICAL CENTER OF THE PEE DEE', 'McLeod Regional Medical Center of the Pee Dee'],
  ['UPMC PRESBYTERIAN SHADYSIDE', 'UPMC Presbyterian Shadyside'],
  ['MENTAL HEALTH EMERGENCY CENTER, INC', 'Mental Health Emergency Center, Inc'],
  ['BURNS NURSING HOME, LLC', 'Burns Nursing Home, LLC'],
  ['NS/LIJ HS HUNTINGTON HOSPITAL', 'NS/LIJ HS Huntington Hospital'],
  ['BAYLOR SCOTT & WHITE MEDICAL CENTER - BUDA', 'Baylor Scott & White Medical Center - Buda'],
  ["SSM HEALTH ST MARY'S HOSPITAL -CENTRALIA", "SSM Health St Mary's Hospital -Centralia"],
  ['MILWAUKEE VA MEDICAL CENTER', 'Milwaukee VA Medical Center'],
  ['CLINIC (THE)', 'Clinic (The)'],
  ["THE WOMEN'S HOSPITAL", "The Women's Hospital"],
  ['4800 48TH STREET NW', '4800 48th Street NW'],
  ['2505 U S HIGHWAY 431 NORTH', '2505 U S Highway 431 North'],
  ['W.G. (BILL) HEFNER VA', 'W.G. (Bill) Hefner VA'],
  ['HOSPITAL SAN CRISTÓBAL', 'Hospital San Cristóbal'],
  ['60th Medical Group (Travis AFB)', '60th Medical Group (Travis AFB)'],
  ['  LA   CROSSE ', 'La Crosse'],
  ['MC CALLA', 'Mc Calla'],
])('%s is written %s', (shouted, written) => {
  expect(readableName(shouted)).toBe(written)
})

it('changes nothing the second time', () => {
  const once = readableName("ASCENSION COLUMBIA ST MARY'S HOSPITAL OF UCSF")
  expect(readableName(once)).toBe(once)
})

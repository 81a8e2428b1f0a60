import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { firstLoads } from './first-loads.ts'

const folder = mkdtempSync(join(tmpdir(), 'placewell-first-loads-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, '.vite'))
const rendered = (path: string) => `routes/_app/${path}.tsx?tsr-split=component`
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    [rendered('route')]: { file: 'frame.js', css: ['frame.css'], imports: ['_react.js'] },
    [rendered('units.index')]: { file: 'list.js', imports: ['_react.js'], dynamicImports: ['later.tsx'] },
    [rendered('units.$id.edit')]: { file: 'edit.js' },
    [rendered('units.new')]: { file: 'new.js' },
    '_react.js': { file: 'react.js' },
    'later.tsx': { file: 'later.js', css: ['later.css', 'frame.css'], imports: ['_react.js'] },
  }),
)
const loads = firstLoads(folder)

it('an address loads its layouts, its page and the parts it names, each file once', () => {
  expect(loads.at('/units')).toEqual({ js: ['frame.js', 'react.js', 'list.js'], css: ['frame.css'] })
  expect(loads.at('/units', ['later.tsx'])).toEqual({
    js: ['frame.js', 'react.js', 'list.js', 'later.js'],
    css: ['frame.css', 'later.css'],
  })
})

it('an address with an id is found; an address without a page, and a build without a manifest, load nothing', () => {
  expect(loads.at('/units/u1/edit').js).toContain('edit.js')
  expect(loads.at('/units/new').js).toContain('new.js')
  for (const path of ['/units/u1', '/nowhere', '/units/u1/edit/more'])
    expect(loads.at(path)).toEqual({ js: [], css: [] })
  expect(firstLoads(join(folder, 'none')).at('/units')).toEqual({ js: [], css: [] })
})

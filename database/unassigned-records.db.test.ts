/** No function of the database reads a record that only another branch assigns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture } from '#database/testing.ts'
import { unassignedRecords } from './unassigned-records.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

describe('record variables', () => {
  it.each([
    [
      'assigned in one branch and read behind it',
      `declare a record; begin if x then select 1 into a; end if; return a.b; end`,
      ['a'],
    ],
    [
      'assigned in the other branch',
      `declare a record; begin if x then select * into a from t; else return (a).b; end if; end`,
      ['a'],
    ],
    ['read before', `declare a record; b integer; begin b := a.c; select * into a from t; end`, ['a']],
    [
      'assigned by the failed part',
      `declare a record; begin begin if x then select * into a from t; end if; exception when others then return a.b; end; end`,
      ['a'],
    ],
    [
      'the second of two',
      `declare t record; a record; begin select * into t from f(); if t.x then select * into a from f(); end if; return a.b; end`,
      ['a'],
    ],
    [
      'assigned before',
      `declare a record; begin select case when x then 1 else 2 end into a; if y then return a.b; end if; end`,
      [],
    ],
    [
      'read in the same branch',
      `declare b text; a record; begin if x then select * into a from t; return (a.s).b; end if; return null; end`,
      [],
    ],
    ['gone through', `declare a record; begin for a in select 1 as b loop perform f(a.b); end loop; end`, []],
  ])('%s', (_name, body, expected) => expect(unassignedRecords(body)).toEqual(expected))

  it('are assigned before they are read, in every function', async () => {
    const functions = await fixture.rows<{ name: string; body: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p join pg_language l on l.oid = p.prolang
       join pg_namespace n on n.oid = p.pronamespace where l.lanname = 'plpgsql' and n.nspname in ('public', 'priv', 'app', 'deploy')`,
    )
    expect(functions.length).toBeGreaterThan(100)
    expect(functions.filter(({ body }) => / record\b/.test(body)).length).toBeGreaterThan(5)
    const faults = functions.flatMap(({ name, body }) =>
      unassignedRecords(body).map((one) => `${name}: ${one}`),
    )
    expect(faults).toEqual([])
  })
})

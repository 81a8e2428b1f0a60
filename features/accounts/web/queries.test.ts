import { expect, test } from 'vitest'
import { meQuery } from './queries.ts'

test('who is signed in is known for 5 minutes (Spec §9)', () => expect(meQuery.staleTime).toBe(300_000))

import { expect, test } from 'vitest'
import { meQuery } from './queries.ts'

test('the session query stays fresh for 5 minutes (Spec §9)', () => expect(meQuery.staleTime).toBe(300_000))

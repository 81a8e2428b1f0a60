import { expect, test, vi } from 'vitest'
import type { MutationMeta } from '#platform/web/query-client.ts'
import {
  useCopySemester,
  useCreateSemester,
  useRemoveSemester,
  useUndoCopy,
  useUpdateSemester,
} from './queries.ts'

type Options = { meta: MutationMeta; onSuccess?: (answer: unknown) => void }
vi.mock(import('@tanstack/react-query'), async (original) => ({
  ...(await original()),
  useMutation: ((options: Options) => ({ ...options, mutate: vi.fn<() => void>() })) as never,
  useQueryClient: () => null as never,
}))
const undo = vi.hoisted(() => vi.fn<(title: string, onUndo: () => void) => void>())
vi.mock('#ui/toast.ts', () => ({ toast: { undo } }))

const failureOf = (mutation: unknown) => {
  const { failed } = (mutation as Options).meta
  return typeof failed === 'function' ? failed('No such thing.') : failed
}

test('semesters say what was done (Spec §8)', () => {
  const done = [useCreateSemester(), useUpdateSemester(), useRemoveSemester()].map(
    (mutation) => (mutation as unknown as Options).meta.done,
  )
  expect(done).toEqual([
    'Semester created successfully',
    'Semester updated successfully',
    'Semester deleted successfully',
  ])
})

test('a copy says so, and can be taken back from there', () => {
  const { onSuccess } = useCopySemester() as unknown as Options
  onSuccess!({ copy: { id: 'copy-1' } })
  expect(undo).toHaveBeenCalledExactlyOnceWith('Semester copied successfully', expect.any(Function))
})

test('what failed is said with its cause (Spec §8)', () => {
  expect(
    [useCreateSemester(), useUpdateSemester(), useCopySemester(), useRemoveSemester()].map(failureOf),
  ).toEqual([
    'Failed to create semester: No such thing.',
    'Failed to update semester: No such thing.',
    'Failed to copy semester: No such thing.',
    'Failed to delete semester: No such thing.',
  ])
  expect(failureOf(useUndoCopy())).toBe('Failed to undo the copy: No such thing.')
})

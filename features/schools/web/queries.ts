import { useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { schoolsContract } from '../contract.ts'

export const schools = featureApi<typeof schoolsContract>('schools')

// Cohorts list a school's programs, and the audit log lists every change: named by key only, to avoid circular imports.
const touches = ['schools', 'cohorts', 'audit', 'semesters'].map((name) => [[name]] as const)

/** A school with its programs. */
export function useSchool(id: string | null) {
  return useQuery({ ...schools.get.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null })
}

/** A school's join code and administrators. */
export function useAccount(id: string | null) {
  return useQuery({ ...schools.account.queryOptions({ input: { id: id ?? '' } }), enabled: id !== null })
}

export function useCreateSchool() {
  return useMutation({
    ...schools.create.mutationOptions(),
    meta: { quiet: true, done: 'School created successfully', touches },
  })
}

export function useUpdateSchool() {
  return useMutation({
    ...schools.update.mutationOptions(),
    meta: { quiet: true, done: 'School updated successfully', touches },
  })
}

export function useSetActive() {
  return useMutation({
    ...schools.setActive.mutationOptions(),
    meta: { quiet: true, touches },
  })
}

export function useUpdateAccount() {
  return useMutation({
    ...schools.updateAccount.mutationOptions(),
    meta: { quiet: true, done: 'Settings saved', touches },
  })
}

export function useRenewJoinCode() {
  return useMutation({
    ...schools.renewJoinCode.mutationOptions(),
    meta: {
      done: 'The join code was renewed',
      failed: (message) => `The join code was not renewed: ${message}`,
      touches,
    },
  })
}

export function useCreateProgram() {
  return useMutation({
    ...schools.createProgram.mutationOptions(),
    meta: { quiet: true, done: 'Program created successfully', touches },
  })
}

export function useUpdateProgram() {
  return useMutation({
    ...schools.updateProgram.mutationOptions(),
    meta: { quiet: true, done: 'Program updated successfully', touches },
  })
}

/** Reactivates a program. */
export function useRestoreProgram() {
  return useMutation({
    ...schools.setProgramActive.mutationOptions(),
    meta: {
      done: 'Program resumed',
      failed: (message) => `The program wasn’t resumed: ${message}`,
      touches,
    },
  })
}

/** Deactivates a program; the success message offers Undo. */
export function useDeactivateProgram() {
  const restore = useRestoreProgram()
  return useMutation({
    ...schools.setProgramActive.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ id, version }) =>
      toast.undo('Program deactivated', () => restore.mutate({ id, version, is_active: true })),
  })
}

export function useSaveProfile() {
  const create = useMutation({
    ...schools.createProfile.mutationOptions(),
    meta: { quiet: true, done: 'Profile created successfully', touches },
  })
  const update = useMutation({
    ...schools.updateProfile.mutationOptions(),
    meta: { quiet: true, done: 'Profile updated successfully', touches },
  })
  return { create, update }
}

export function useExport() {
  return useMutation({
    ...schools.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}

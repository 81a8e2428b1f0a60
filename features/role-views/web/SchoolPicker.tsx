import { IconSchool } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { toast } from '#ui/toast.ts'
import { TenantPicker } from './TenantPicker.tsx'
import { useSetContext } from './queries.ts'

/** The picker for the school that a superadmin works in. */
export function SchoolPicker(): ReactNode {
  const me = useMe()
  const setContext = useSetContext()
  const current = me.selected_school_id
    ? { id: me.selected_school_id, name: me.selected_school_name ?? 'Selected school' }
    : null
  return (
    <TenantPicker
      kind="school"
      label="School you work in"
      placeholder="Choose a school"
      leftSection={<IconSchool size={16} aria-hidden />}
      current={current}
      isPending={setContext.isPending}
      onChoose={(school) =>
        setContext.mutate(
          { userId: me.id, role: (me.view_role as typeof me.role | null) ?? me.role, school },
          {
            onSuccess: ({ selected_school_name }) => toast.success(`You now work in ${selected_school_name}`),
            onError: () => toast.error('The school could not be chosen', 'Please try again.'),
          },
        )
      }
    />
  )
}

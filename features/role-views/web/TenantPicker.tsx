import type { ReactNode } from 'react'
import { EntitySelect, type EntitySelectProps } from '#features/entities/web/public.ts'

type TenantPickerProps = Required<Pick<EntitySelectProps, 'kind' | 'placeholder' | 'leftSection'>> & {
  /** "School you work in". */
  label: string
  /** The selected one. */
  current: { id: string; name: string } | null
  isPending: boolean
  onChoose: (id: string) => void
}

/** Where a superadmin works: search by name and select; everything shown then belongs to that tenant. */
export function TenantPicker({
  label,
  current,
  isPending,
  onChoose,
  ...props
}: TenantPickerProps): ReactNode {
  return (
    <EntitySelect
      {...props}
      aria-label={label}
      allowDeselect={false}
      clearable={false}
      value={current?.id ?? null}
      known={current}
      disabled={isPending}
      w={280}
      maw="100%"
      onChange={(id) => id && id !== current?.id && onChoose(id)}
    />
  )
}

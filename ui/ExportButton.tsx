import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ExportButtonProps = { isPending: boolean; disabled?: boolean; onClick: () => void }

/** Exports a list as a CSV file; as narrow as the menu of formats (ExportMenu), so that filters stay on one line. */
export function ExportButton({ isPending, disabled = false, onClick }: ExportButtonProps): ReactNode {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label="Export CSV"
      title="Export CSV"
      disabled={disabled}
      loading={isPending}
      onClick={onClick}
    >
      <IconDownload size={18} aria-hidden />
    </ActionIcon>
  )
}

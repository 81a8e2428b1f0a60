import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ExportButtonProps = { isPending: boolean; disabled?: boolean; onClick: () => void }

/** Takes a list along as a CSV file. */
export function ExportButton({ isPending, disabled = false, onClick }: ExportButtonProps): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={disabled}
      loading={isPending}
      onClick={onClick}
    >
      Export CSV
    </Button>
  )
}

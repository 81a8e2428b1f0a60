import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

interface PrintButtonProps {
  label?: string
}

/** Prints the page as print.css draws it: without the frame, black on white. */
export function PrintButton({ label = 'Print' }: PrintButtonProps) {
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} aria-hidden />}
      onClick={() => window.print()}
    >
      {label}
    </Button>
  )
}

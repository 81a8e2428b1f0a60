import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

interface PrintButtonProps {
  label?: string
}

/** Prints the page with print.css: without the layout, black on white. */
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

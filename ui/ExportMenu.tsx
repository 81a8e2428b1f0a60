import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ExportMenuProps = {
  hrefOf: (format: 'csv' | 'xlsx') => string
  /** The URL of the same list as a PDF, if there is one. */
  pdfHref?: string | undefined
}

/** Downloads a list in the chosen format; `hrefOf` returns the URL of a format's file. */
export function ExportMenu({ hrefOf, pdfHref }: ExportMenuProps): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="Export" title="Export">
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={hrefOf('csv')} download>
          CSV
        </Menu.Item>
        <Menu.Item component="a" href={hrefOf('xlsx')} download>
          Excel
        </Menu.Item>
        {pdfHref && (
          <Menu.Item component="a" href={pdfHref} download>
            PDF
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

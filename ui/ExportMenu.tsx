import { ActionIcon, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type ExportMenuProps = {
  hrefOf: (format: 'csv' | 'xlsx') => string
  /** Where the same lies as a PDF, where there is one. */
  pdfHref?: string | undefined
}

/** Downloads what a list holds, in the format chosen; `hrefOf` says where a format's file lies. */
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

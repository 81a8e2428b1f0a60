import { createFileRoute } from '@tanstack/react-router'
import { CsvExportScreen } from '#features/mappings/web/CsvExportScreen.tsx'

export const Route = createFileRoute('/_app/admin/clinical-mapping/csv-export')({
  staticData: { access: ['school_super_admin', 'school_admin'], title: 'Mapping export' },
  component: CsvExportScreen,
})

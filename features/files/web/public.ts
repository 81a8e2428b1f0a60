export { DocumentPages } from './DocumentPages.tsx'
export { FileField } from './FileField.tsx'
export { type Uploads, useUploads } from './use-uploads.ts'

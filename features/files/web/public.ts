export { DocumentPages } from './DocumentPages.tsx'
export { FileField } from './FileField.tsx'
export { useUploads } from './use-uploads.ts'

import { toast } from '#platform/web/toast.ts' // bad

export const mail = toast

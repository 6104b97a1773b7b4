/** Sending a file with its progress, as this page's member (@kapao/browser/upload). */
import { createUpload } from '@kapao/browser/upload'
import { session } from './http.ts'

export const upload = createUpload(session)

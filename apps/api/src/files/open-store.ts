import type { Config } from '../environment/config.ts'
import { openDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { openS3Store } from './s3-store.ts'

/** The store of the configuration: a bucket where one is named, else a folder of this machine. */
export function openFileStore({ filesBucket, filesFolder }: Config): FileStore {
  return filesBucket ? openS3Store(filesBucket) : openDiskStore(filesFolder)
}

import type { Config } from '../environment/config.ts'
import { openDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { proveFolder } from './prove-folder.ts'
import { openS3Store } from './s3-store.ts'

/** The store of the configuration: a bucket where one is named, else a folder of this machine. */
export function openFileStore({ filesBucket, filesFolder }: Config): FileStore {
  return filesBucket ? openS3Store(filesBucket) : openDiskStore(filesFolder)
}

/** Throws an Error that says what is wrong where the folder of the configuration cannot keep files. */
export async function proveFileStore({ filesBucket, filesFolder, filesVariable }: Config): Promise<void> {
  if (filesBucket === null) await proveFolder(filesVariable, filesFolder)
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileStoreBeside, rememberFileStore } from './file-store-place.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-file-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bucket = {
  KAPAO_S3_ENDPOINT: 'https://s3.example',
  KAPAO_S3_BUCKET: 'purse',
  KAPAO_S3_ACCESS_KEY: 'an access key',
  KAPAO_S3_SECRET_KEY: 'a secret key',
}

test('a command beside a Kapao finds the folder that its files are in, wherever that is', () => {
  expect(fileStoreBeside({}, folder)).toEqual({})
  rememberFileStore(folder, { KAPAO_FILES: '/srv/kapao-files' })
  expect(fileStoreBeside({}, folder)).toEqual({ KAPAO_FILES: '/srv/kapao-files' })
  rememberFileStore(folder, {})
  expect(fileStoreBeside({}, folder)).toEqual({})
})

test('a bucket is remembered without its keys, and wanted of the command by name', () => {
  rememberFileStore(folder, bucket)
  expect(readFileSync(join(folder, 'file-store.json'), 'utf8')).toBe('{"bucket":"purse"}')
  expect(() => fileStoreBeside({}, folder)).toThrow(
    'in the bucket purse: set KAPAO_S3_ENDPOINT, KAPAO_S3_BUCKET, KAPAO_S3_ACCESS_KEY and KAPAO_S3_SECRET_KEY',
  )
})

test('what its own environment names goes first', () => {
  rememberFileStore(folder, bucket)
  expect(fileStoreBeside(bucket, folder)).toEqual({})
  expect(fileStoreBeside({ KAPAO_FILES: '/elsewhere' }, folder)).toEqual({})
})

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { EMPTY_HASH, signedHeaders } from './s3-signature.ts'

// The worked examples of Amazon's documentation of Signature Version 4 for S3.
const credentials = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

it.each([
  {
    what: 'a part of a file',
    method: 'GET',
    url: `${host}/test.txt`,
    headers: { range: 'bytes=0-9' },
    bodyHash: EMPTY_HASH,
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'a new file',
    method: 'PUT',
    url: `${host}/test%24file.text`,
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    bodyHash: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a list with a query',
    method: 'GET',
    url: `${host}/?max-keys=2&prefix=J`,
    headers: {},
    bodyHash: EMPTY_HASH,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])(
  'a request for $what is signed as the documentation has it',
  ({ method, url, headers, bodyHash, signature }) => {
    const signed = signedHeaders(credentials, { method, url: new URL(url), headers, bodyHash }, at)
    expect(signed.authorization).toContain(`Signature=${signature}`)
  },
)

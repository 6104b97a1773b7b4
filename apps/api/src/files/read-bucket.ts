import { readBase } from '../environment/setting.ts'
import type { S3Bucket } from './s3-store.ts'

/** All of it or nothing: half a bucket would be found out with the first upload, or with the first file that another machine does not have. */
export function readBucket(environment: NodeJS.ProcessEnv): S3Bucket | null {
  const endpoint = readBase(environment, 'KAPAO_S3_ENDPOINT')
  const names = ['KAPAO_S3_BUCKET', 'KAPAO_S3_ACCESS_KEY', 'KAPAO_S3_SECRET_KEY'] as const
  if (endpoint === null) {
    const half = names.find((name) => environment[name])
    if (half) throw new Error(`KAPAO_S3_ENDPOINT must be set where ${half} is`)
    return null
  }
  const value = (name: (typeof names)[number]): string => {
    const found = environment[name]
    if (!found) throw new Error(`${name} must be set where KAPAO_S3_ENDPOINT is`)
    return found
  }
  return {
    endpoint,
    bucket: value('KAPAO_S3_BUCKET'),
    accessKey: value('KAPAO_S3_ACCESS_KEY'),
    secretKey: value('KAPAO_S3_SECRET_KEY'),
    region: environment.KAPAO_S3_REGION || 'us-east-1',
  }
}

import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const HERE = { DATABASE_URL: 'postgres://kapao:secret@127.0.0.1/kapao' }
const plainLines = (environment: Record<string, string>) => readConfig({ ...HERE, ...environment }).plainLines

describe('what leads to another machine without TLS', () => {
  it.each([
    ['DATABASE_URL', 'postgres://kapao:secret@db.example/kapao'],
    ['DATABASE_URL', 'postgres://kapao:secret@db.example/kapao?sslmode=disable'],
    ['DATABASE_URL', 'postgres://kapao:secret@db.example/kapao?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://kapao:secret@127.0.0.1.example/kapao'],
    ['KAPAO_GATEWAY_URL', 'http://adapters.example:8090'],
    ['REDIS_URL', 'redis://:secret@redis.example:6379'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318'],
  ])('is named: %s=%s', (name, url) => {
    expect(plainLines({ [name]: url })).toEqual([name])
    expect(() => plainLines({ [name]: url, KAPAO_INNER_TLS: 'required' })).toThrow(
      `KAPAO_INNER_TLS is required, and these have none: ${name}`,
    )
  })

  it.each([
    ['DATABASE_URL', 'postgres://kapao:secret@db.example/kapao?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://kapao@/kapao?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://kapao@[::1]/kapao'],
    ['KAPAO_GATEWAY_URL', 'https://adapters.example'],
    ['KAPAO_GATEWAY_URL', 'http://127.0.0.1:8090'],
    ['REDIS_URL', 'rediss://:secret@redis.example:6379'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318'],
  ])('is not, and starts where TLS is required: %s=%s', (name, url) => {
    expect(plainLines({ [name]: url, KAPAO_INNER_TLS: 'required' })).toEqual([])
  })

  it('is the database that an address without a host leaves to PGHOST', () => {
    const at = (PGHOST: string) => plainLines({ DATABASE_URL: 'postgres:///kapao', PGHOST })
    expect(at('db.example')).toEqual(['DATABASE_URL'])
    expect(at('/var/run/postgresql')).toEqual([])
  })

  it('is named with its bucket, too', () => {
    const bucket = { KAPAO_S3_BUCKET: 'files', KAPAO_S3_ACCESS_KEY: 'key', KAPAO_S3_SECRET_KEY: 'secret' }
    const at = (url: string) => plainLines({ ...bucket, KAPAO_S3_ENDPOINT: url })
    expect(at('http://minio:9000')).toEqual(['KAPAO_S3_ENDPOINT'])
    expect(at('https://minio:9000')).toEqual([])
  })
})

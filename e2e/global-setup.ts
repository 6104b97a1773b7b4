import { Kapao } from './kapao.ts'

/** One Kapao for all journeys of a run; they find it by the environment. Returns how it is stopped. */
export default async function setup(): Promise<() => Promise<void>> {
  const kapao = await Kapao.start(process.env.KAPAO_REGION === 'la' ? 'la' : 'th')
  const { url, sandboxUrl, databaseUrl } = kapao.addresses
  process.env.KAPAO_E2E_URL = url
  process.env.KAPAO_E2E_SANDBOX_URL = sandboxUrl
  process.env.KAPAO_E2E_DATABASE_URL = databaseUrl
  return () => kapao.stop()
}

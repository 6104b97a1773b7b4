import type { Plugin } from 'vite'

type Environment = NodeJS.ProcessEnv

/** Of which region the build is. Another word is refused: taken for Thailand it would be found out by players in Laos. */
export function readRegion({ KAPAO_REGION: region }: Environment): 'th' | 'la' {
  if (region === undefined || region === '') return 'th'
  if (region !== 'th' && region !== 'la') throw new Error(`KAPAO_REGION is th or la, not ${region}`)
  return region
}

/** What gift links are sealed under, as the server has it; nothing where nobody says. */
export function readTruelinkSecret(environment: Environment): string {
  return environment.VITE_KAPAO_TRUELINK_SECRET || environment.KAPAO_TRUELINK_SECRET || ''
}

/**
 * A build without it seals under the secret that everybody knows, which no server in production has: each gift link would be refused there like
 * one that is none. Whoever builds is told, since nobody who pays in could find out why.
 */
export function ownTruelinkSecret(secret: string): Plugin {
  return {
    name: 'kapao-truelink-secret',
    apply: 'build',
    configResolved({ logger }) {
      if (secret === '')
        logger.warn(
          'KAPAO_TRUELINK_SECRET is not set: this wallet seals gift links under the default, kapao-truelink. A server that has another one, as each in production, refuses them all; build with the one that your server has.',
        )
    },
  }
}

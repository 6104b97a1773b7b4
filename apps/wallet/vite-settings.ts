type Environment = NodeJS.ProcessEnv

/** Of which region the build is. Another word is refused: taken for Thailand it would be found out by players in Laos. */
export function readRegion({ KAPAO_REGION: region }: Environment): 'th' | 'la' {
  if (region === undefined || region === '') return 'th'
  if (region !== 'th' && region !== 'la') throw new Error(`KAPAO_REGION is th or la, not ${region}`)
  return region
}

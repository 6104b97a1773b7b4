import type { GameProviders } from '../gateways/game-provider.ts'
import type { RouteContext } from '../http/route.ts'
import type { SealKeys } from '../sealing/seal.ts'

export interface GameContext extends RouteContext {
  readonly providers: GameProviders
  readonly sealKeys: SealKeys
}

import { chatScenes } from './chat.ts'
import { depositScenes } from './deposit.ts'
import { moveScenes } from './moves.ts'
import { rewardScenes } from './rewards.ts'
import type { Scene } from './scene.ts'
import { visitorScenes } from './visitors.ts'
import { walletScenes } from './wallet.ts'

export const scenes: readonly Scene[] = [
  ...visitorScenes,
  ...walletScenes,
  ...depositScenes,
  ...moveScenes,
  ...rewardScenes,
  ...chatScenes,
]

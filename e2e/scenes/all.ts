import { chatScenes } from './chat.ts'
import { chatStates } from './chat-states.ts'
import { depositScenes } from './deposit.ts'
import { depositStates } from './deposit-states.ts'
import { gameScenes } from './games.ts'
import { homeStates } from './home-states.ts'
import { moveStates } from './move-states.ts'
import { moveScenes } from './moves.ts'
import { pageStates } from './page-states.ts'
import { rewardStates } from './reward-states.ts'
import { rewardScenes } from './rewards.ts'
import type { Scene } from './scene.ts'
import { visitorStates } from './visitor-states.ts'
import { visitorScenes } from './visitors.ts'
import { walletScenes } from './wallet.ts'
import { wheelScenes } from './wheel.ts'

export const scenes: readonly Scene[] = [
  ...visitorScenes,
  ...visitorStates,
  ...walletScenes,
  ...homeStates,
  ...depositScenes,
  ...depositStates,
  ...moveScenes,
  ...moveStates,
  ...gameScenes,
  ...rewardScenes,
  ...rewardStates,
  ...wheelScenes,
  ...chatScenes,
  ...chatStates,
  ...pageStates,
]

// What is asked without anybody having asked for it: when it fails nobody is told, and everything else goes on. With why.
import type { Call } from '@kapao/contract/call'
import { rateChat, readChat } from '@kapao/contract/chat'
import { listInviteBanners } from '@kapao/contract/invite'
import { lookupInfo, lookupNotice, lookupSlip, lookupSources } from '@kapao/contract/lookup'
import { currentPromotion } from '@kapao/contract/promotion'
import { listRefundBanners } from '@kapao/contract/refund'
import { lookupActive, lookupEnableChatWidget } from '@kapao/contract/service'
import { wheelActive } from '@kapao/contract/spinwheel-active'

export const silent: readonly Call[] = [
  // No answer means that the operator is there.
  lookupActive,
  // The question is not asked.
  lookupSources,
  // No chat, no wheel, no upload of slips is offered.
  lookupEnableChatWidget,
  wheelActive,
  lookupSlip,
  // The plain sheet opens.
  listInviteBanners,
  listRefundBanners,
  // The offer has no notice, an active promotion no description.
  lookupNotice,
  currentPromotion,
  // The page of a closed operator does without its name and website.
  lookupInfo,
  // The next time the chat is looked at.
  readChat,
  // Asked for only where our own server has said that a conversation ended; its place says so itself.
  rateChat,
]

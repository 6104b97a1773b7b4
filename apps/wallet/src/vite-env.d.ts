/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_KAPAO_REGION?: 'th' | 'la'
  readonly VITE_KAPAO_TRUELINK_SECRET?: string
}

declare module 'virtual:texts/*' {
  const messages: import('@kapao/browser/texts').TextMessages
  export default messages
}

declare module 'virtual:text-group/*' {
  const group: import('@kapao/browser/texts').TextGroup
  export default group
}

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

/** Chrome has it. */
interface Document {
  readonly prerendering?: boolean
}

/** Where a browser has them. What comes back is an object of the browser's that its sinks take; TypeScript's sinks take texts only. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML?(text: string): string; createScriptURL?(text: string): string },
      ): { createHTML(text: string): string; createScriptURL(text: string): string }
    }
  | undefined

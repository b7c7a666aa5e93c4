/** Made by the messages plugin of the build from every `messages.<language>.json`. */
declare module 'virtual:messages/*' {
  import type { MessageFormatElement } from 'react-intl'

  const messages: Readonly<Record<string, MessageFormatElement[]>>
  export default messages
}

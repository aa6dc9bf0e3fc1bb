/** The module of the player without expressions, and so without `eval`; the package has types of its other builds only. */
declare module 'lottie-web/build/player/esm/lottie_light.min.js' {
  export { default } from 'lottie-web'
}

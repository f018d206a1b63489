// Specs of components need no styles and no drawings.
export default '';

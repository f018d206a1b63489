// Specs of components need no styles.

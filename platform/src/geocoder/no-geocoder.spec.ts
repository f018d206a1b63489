import { geocoderContract } from './geocoder.contract.js';
import { noGeocoder } from './no-geocoder.js';

geocoderContract(() => noGeocoder);

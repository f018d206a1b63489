import { Module } from '@nestjs/common';
import { AddressesController } from './addresses.controller.js';

@Module({ controllers: [AddressesController] })
export class PlacesModule {}

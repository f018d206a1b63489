import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../auth/caller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { type CustomerListForm, GetCustomer, GetCustomerHandler, ListCustomers, ListCustomersHandler, customerListForm } from './customers.query.js';

@Controller('api/customers')
class CustomersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  list(@AsMember() asker: Asker, @Query(new SchemaPipe(customerListForm)) form: CustomerListForm): Promise<CustomerList> {
    return this.queries.execute(new ListCustomers(asker, form));
  }

  @Get(':customerId')
  customer(@AsMember() asker: Asker, @Param('customerId') customerId: string): Promise<CustomerDetail> {
    return this.queries.execute(new GetCustomer(asker, customerId));
  }
}

@Module({
  controllers: [CustomersController],
  providers: [ListCustomersHandler, GetCustomerHandler],
})
export class CustomersModule {}
